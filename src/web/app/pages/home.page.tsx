import { IceBreakersPage } from "#web/features/messages/ice-breakers.page.tsx";
import { TodayBar } from "#web/features/overview/today-bar.tsx";

/** The first screen: what waits today, and the ice breakers to review. */
export const HomePage = () => (
  <>
    <TodayBar />
    <IceBreakersPage />
  </>
);
