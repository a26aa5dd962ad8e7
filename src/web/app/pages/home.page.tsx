import { Suspense } from "react";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { IceBreakersPage } from "#web/features/messages/ice-breakers.page.tsx";

const TodayBar = lazyComponent(() => import("#web/features/overview/today-bar.tsx"), "TodayBar");

/** The first screen: what waits today, and the ice breakers to review. */
export const HomePage = () => (
  <>
    {/* As high as the closed bar, so that the list does not move when it is loaded. */}
    <Suspense fallback={<div className="h-[2.5625rem] border-b bg-sidebar" />}>
      <TodayBar />
    </Suspense>
    <IceBreakersPage />
  </>
);
