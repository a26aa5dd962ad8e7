import { Suspense } from "react";
import { useOverviewCounts } from "#lib/api/overview.ts";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { IceBreakersPage } from "./review.page.tsx";

const TodayBar = lazyComponent(() => import("#web/features/overview/today-bar.tsx"), "TodayBar");

const Checklist = lazyComponent(() => import("#web/features/overview/checklist.tsx"), "Checklist");

/** The first screen: what waits today, and the ice breakers to review. A new company has its first steps above them. */
export const HomePage = () => (
  <>
    {/* As high as the closed bar, so that the list does not move when it is loaded. */}
    <Suspense fallback={<div className="h-[2.5625rem] border-b bg-sidebar" />}>
      <TodayBar />
    </Suspense>
    <FirstSteps />
    <IceBreakersPage />
  </>
);

function FirstSteps() {
  const isNewCompany = useOverviewCounts()?.isNewCompany;
  return <Suspense>{isNewCompany && <Checklist />}</Suspense>;
}
