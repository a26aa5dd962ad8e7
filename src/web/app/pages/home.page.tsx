import { Suspense } from "react";
import { useOverviewCounts } from "#lib/api/overview.ts";
import { readStored } from "#lib/browser/browser-storage.ts";
import { useCurrentUser } from "#lib/session/session.ts";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { IceBreakersPage } from "./review.page.tsx";

const TodayBar = lazyComponent(() => import("#web/features/overview/today-bar.tsx"), "TodayBar");

const Checklist = lazyComponent(() => import("#web/features/overview/checklist.tsx"), "Checklist");

/** As high as the bar, closed or open, so that the list does not move when it is loaded. */
function TodaySpace() {
  const isOpen = readStored(`today-open:${useCurrentUser().id}`) === "true";
  return (
    <div className="border-b bg-sidebar pt-10">
      <div className={isOpen ? "h-[23.35rem] sm:h-[16rem] xl:h-[8.14rem]" : ""} />
    </div>
  );
}

/** The first screen: what waits today, and the ice breakers to review. A new company has its first steps above them. */
export const HomePage = () => (
  <>
    <Suspense fallback={<TodaySpace />}>
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
