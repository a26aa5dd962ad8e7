export const THREE_COLUMNS = "grid gap-3 sm:grid-cols-3 print:grid-cols-3 print:gap-2";
export const FOUR_COLUMNS = "grid grid-cols-2 gap-3 lg:grid-cols-4 print:grid-cols-4 print:gap-2";
// In two columns the last of five cards takes the full width.
export const FIVE_COLUMNS =
  "grid grid-cols-2 gap-3 max-sm:[&>:last-child]:col-span-2 sm:grid-cols-3 xl:grid-cols-5 print:grid-cols-5 print:gap-2";
