/** What every figure of the dashboard is kept under, so that all of them can be read again at once. */
export const STATISTICS = "statistics";
