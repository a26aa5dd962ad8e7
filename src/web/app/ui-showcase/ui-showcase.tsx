import { ConfirmProvider } from "#ui/dialog/confirm.tsx";
import { Toaster } from "#ui/feedback/toast.tsx";
import { Badges } from "./badges.tsx";
import { Buttons } from "./buttons.tsx";
import { Folding, LeadCard } from "./cards.tsx";
import { Choices, Fields } from "./fields.tsx";
import { LongList } from "./long-list.tsx";
import { LongTable } from "./long-table.tsx";
import { Messages } from "./messages.tsx";
import { Overlays } from "./overlays.tsx";
import { ShowcaseHeader } from "./showcase-header.tsx";
import { SmallTable } from "./small-table.tsx";
import { Loading, Report, States } from "./states.tsx";

/** Every control in every state on one page, to look at and to measure; only served in development. */
export const UiShowcase = () => (
  <>
    <ConfirmProvider>
      <ShowcaseHeader />
      <main className="mx-auto grid max-w-7xl items-start gap-4 p-4 sm:p-6 lg:grid-cols-2">
        <Buttons />
        <Badges />
        <Fields />
        <Choices />
        <Overlays />
        <Messages />
        <LeadCard />
        <Folding />
        <States />
        <Loading />
        <SmallTable />
        <LongTable />
        <LongList />
        <Report />
      </main>
      <Toaster />
    </ConfirmProvider>
  </>
);
