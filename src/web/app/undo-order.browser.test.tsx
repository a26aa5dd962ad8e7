import { beforeEach, expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { airtableRoutes } from "#contract/airtable.ts";
import { invitationQueueRoutes, type QueuedInvitation } from "#contract/invitation-queue.ts";
import { leadDetailsRoutes } from "#contract/lead-details.ts";
import { leadsRoutes } from "#contract/leads.ts";
import { type QueuedMessage, queueRoutes } from "#contract/queue.ts";
import { tasksRoutes } from "#contract/tasks.ts";
import { undoRoutes } from "#contract/undo.ts";
import { BUILT_IN_WORKFLOWS, type Workflow, workflowsRoutes } from "#contract/workflows.ts";
import { writerRoutes } from "#contract/writer.ts";
import { usePauseMessages } from "#lib/api/pause-messages.ts";
import { useUndoableMutation } from "#lib/api/undo.tsx";
import { useChangeTask } from "#lib/tasks/tasks.api.ts";
import { showToast } from "#ui/feedback/toast.tsx";
import { expectToast, holdUndo, renderScreen, test } from "#web/testing/component-test.tsx";
import type { FakeServer } from "#web/testing/fake-server.ts";
import { useChooseDeletions, useResolveConflicts } from "../features/airtable/airtable.api.ts";
import { useTagLeads } from "../features/leads/all-leads/bulk-actions.api.ts";
import { LeadRating } from "../features/leads/detail/lead-rating.tsx";
import { buildLead } from "../features/leads/lead.fixture.ts";
import { useMergeLeads, useRemoveNote, useSaveNote, useSetTags } from "../features/leads/page/lead-details.api.ts";
import {
  useSetInvitationHold,
  useSetInvitationHolds,
  useWithdrawInvitation,
  useWithdrawInvitations,
} from "../features/linkedin/invitations.api.ts";
import { useCancelQueued } from "../features/queue/cancel-queued.tsx";
import { useRetryAll, useRetryQueued } from "../features/queue/queue.api.ts";
import { useRunBuiltIn, useStartWorkflow } from "../features/workflows/workflows.api.ts";

beforeEach(holdUndo);

const ID = "00000000-0000-4000-8000-000000000001";
const QUEUED = { id: ID, fullName: "Anna" } as QueuedMessage;
const INVITATION = { id: ID, fullName: "Bram", isFromAirtable: false } as QueuedInvitation;
const DONE = () => ({ message: "Gedaan." });
const NOTE = { id: ID, author: "Anna", text: "Belde", createdAt: "2026-11-16T09:00:00.000Z", mayChange: true };

type Action = { serve: (server: FakeServer) => void; useAction: () => () => void };

/** What users do that the server cannot undo. */
const ACTIONS: Record<string, Action> = {
  "putting an invitation on hold": {
    serve: (server) => server.handle(invitationQueueRoutes.holdInvitations, () => ({ changed: 1 })),
    useAction: () => {
      const { mutate } = useSetInvitationHold();
      return () => mutate({ row: INVITATION, isOnHold: true });
    },
  },
  "putting several invitations on hold": {
    serve: (server) => server.handle(invitationQueueRoutes.holdInvitations, () => ({ changed: 1 })),
    useAction: () => {
      const { mutate } = useSetInvitationHolds();
      return () => mutate({ rows: [INVITATION], isOnHold: true });
    },
  },
  "withdrawing an invitation": {
    serve: (server) => server.handle(invitationQueueRoutes.withdrawInvitation, DONE),
    useAction: () => {
      const { mutate } = useWithdrawInvitation();
      return () => mutate(INVITATION);
    },
  },
  "withdrawing several invitations": {
    serve: (server) => server.handle(invitationQueueRoutes.withdrawInvitation, DONE),
    useAction: () => {
      const { mutate } = useWithdrawInvitations();
      return () => mutate([INVITATION]);
    },
  },
  "a label for several leads": {
    serve: (server) => server.handle(leadsRoutes.tagMany, () => ({ changed: 1, unchanged: 0, full: 0 })),
    useAction: () => {
      const { mutate } = useTagLeads();
      return () => mutate({ ids: [ID], tag: "Beurs" });
    },
  },
  "queueing a message again": {
    serve: (server) => server.handle(queueRoutes.retry, DONE),
    useAction: () => {
      const { mutate } = useRetryQueued();
      return () => mutate(ID);
    },
  },
  "queueing all messages again": {
    serve: (server) => server.handle(queueRoutes.retryMany, () => ({ done: [ID], refused: [] })),
    useAction: () => {
      const { mutate } = useRetryAll();
      return () => mutate([ID]);
    },
  },
  "pausing the messages of a lead": {
    serve: (server) => server.handle(queueRoutes.pause, DONE),
    useAction: () => {
      const { mutate } = usePauseMessages("pause");
      return () => mutate(ID);
    },
  },
  "ticking a task": {
    serve: (server) =>
      server.handle(tasksRoutes.change, () => ({
        id: ID,
        text: "Offerte sturen",
        dueOn: null,
        ownerId: null,
        ownerName: null,
        meetingId: null,
        meetingName: null,
        leadId: null,
        leadName: null,
        isDone: true,
      })),
    useAction: () => {
      const { mutate } = useChangeTask();
      return () => mutate({ id: ID, isDone: true });
    },
  },
  "saving a note": {
    serve: (server) => server.handle(leadDetailsRoutes.addNote, () => NOTE),
    useAction: () => {
      const { mutate } = useSaveNote(ID);
      return () => mutate({ text: "Belde" });
    },
  },
  "removing a note": {
    serve: (server) => server.handle(leadDetailsRoutes.removeNote, () => undefined),
    useAction: () => {
      const { mutate } = useRemoveNote(ID);
      return () => mutate(ID);
    },
  },
  "changing the labels of a lead": {
    serve: (server) => server.handle(leadDetailsRoutes.setTags, () => ["Beurs"]),
    useAction: () => {
      const { mutate } = useSetTags(ID);
      return () => mutate({ tags: ["Beurs"], before: [] });
    },
  },
  "resolving conflicts with Airtable": {
    serve: (server) => server.handle(airtableRoutes.resolveConflicts, () => ({ resolved: 2, remaining: 0 })),
    useAction: () => {
      const { mutate } = useResolveConflicts();
      return () => mutate({ choice: "ours", conflicts: [{ id: ID, version: "1" }] });
    },
  },
  "deciding about deletions in Airtable": {
    serve: (server) => server.handle(airtableRoutes.decideDeletions, DONE),
    useAction: () => {
      const { mutate } = useChooseDeletions();
      return () => mutate({ table: "leads", choice: "delete", count: 30 });
    },
  },
  "starting a workflow": {
    serve: (server) => {
      server.handle(workflowsRoutes.trigger, () => ({ runId: ID, outcome: "started" as const, message: "Gestart." }));
      // useStartWorkflow requests a sync after two seconds, which may be before the test ends on a slow machine.
      server.handle(airtableRoutes.sync, () => new Promise<never>(() => undefined));
    },
    useAction: () => {
      const { start } = useStartWorkflow();
      return () =>
        start({
          id: "add-to-search-queue",
          name: "Toevoegen",
          webhookUrl: "https://n8n.example/webhook/1",
        } as Workflow);
    },
  },
  "starting a built-in workflow": {
    serve: (server) =>
      server.handle(workflowsRoutes.runBuiltIn, () => ({ count: 1, senders: [], message: "Gestart." })),
    useAction: () => {
      const { mutate } = useRunBuiltIn();
      return () => mutate({ workflowId: BUILT_IN_WORKFLOWS[0] });
    },
  },
  "merging leads": {
    serve: (server) => server.handle(leadDetailsRoutes.merge, () => buildLead()),
    useAction: () => {
      const { mutate } = useMergeLeads();
      return () => mutate({ keep: buildLead(), duplicate: buildLead({ id: ID }) });
    },
  },
};

const useUndoable = () => {
  const { mutate } = useUndoableMutation({
    mutationFn: async () => ({ undo: { token: "eerder", until: "2026-11-16T09:00:10.000Z" } }),
    onSuccess: ({ undo }, _, offerUndo) =>
      showToast({ title: "Eerder", ...offerUndo({ undos: [undo], undoneText: "", refresh: [] }) }),
  });
  return () => mutate();
};

function Buttons({ useAction }: Pick<Action, "useAction">) {
  const [first, second] = [useUndoable(), useAction()];
  return (
    <>
      <button type="button" onClick={first}>
        Eerder
      </button>
      <button type="button" onClick={second}>
        Later
      </button>
    </>
  );
}

test.for(Object.keys(ACTIONS))("after %s, z does not undo the action before it", async (name, { server }) => {
  const { serve, useAction } = ACTIONS[name] as Action;
  serve(server);
  await renderScreen(<Buttons useAction={useAction} />);
  await page.getByRole("button", { name: "Eerder" }).click();
  await expect.element(page.getByRole("status").getByText("Eerder")).toBeVisible();
  await page.getByRole("button", { name: "Later" }).click();
  await userEvent.keyboard("z");
  await expectToast("Niet ongedaan te maken", "De laatste actie kan niet ongedaan worden gemaakt.");
  expect(server.requestsOf(undoRoutes.perform)).toEqual([]);
});

function EarlierAndRating() {
  const first = useUndoable();
  return (
    <>
      <button type="button" onClick={first}>
        Eerder
      </button>
      <LeadRating lead={buildLead()} />
    </>
  );
}

test("after requesting a rating, z does not undo the action before it", async ({ server }) => {
  server.handle(writerRoutes.rating, () => ({ isWriting: false, problem: null, proposal: null }));
  server.handle(writerRoutes.requestRatings, () => ({ requested: 1, skipped: [] }));
  await renderScreen(<EarlierAndRating />);
  await page.getByRole("button", { name: "Eerder" }).click();
  await expect.element(page.getByRole("status").getByText("Eerder")).toBeVisible();
  await page.getByRole("button", { name: "Rating laten voorstellen" }).click();
  await userEvent.keyboard("z");
  await expectToast("Niet ongedaan te maken", "De laatste actie kan niet ongedaan worden gemaakt.");
  expect(server.requestsOf(undoRoutes.perform)).toEqual([]);
});

function StopAndHold() {
  const cancel = useCancelQueued({ onCancelled: () => undefined, onUndone: () => undefined });
  const hold = useSetInvitationHold();
  return (
    <>
      <button type="button" onClick={() => cancel.mutate(QUEUED)}>
        DO NOT SEND
      </button>
      <button type="button" onClick={() => hold.mutate({ row: INVITATION, isOnHold: true })}>
        In de wacht zetten
      </button>
    </>
  );
}

test("a message that was stopped is not queued again when an invitation was put on hold after it", async ({
  server,
}) => {
  server.handle(queueRoutes.cancel, () => ({
    message: "Het bericht aan Anna wordt niet verstuurd.",
    isPending: false,
    remaining: [],
    undo: { token: ID, until: "2026-11-16T09:00:10.000Z" },
  }));
  server.handle(invitationQueueRoutes.holdInvitations, () => ({ changed: 1 }));
  server.handle(undoRoutes.perform, () => ({ message: "De actie is ongedaan gemaakt." }));
  await renderScreen(<StopAndHold />);
  await page.getByRole("button", { name: "DO NOT SEND" }).click();
  await expectToast("Bericht Geannuleerd", "Het bericht aan Anna wordt niet verstuurd.");
  await page.getByRole("button", { name: "In de wacht zetten" }).click();
  await expectToast("In de wacht", "De uitnodiging aan Bram staat in de wacht.");
  await userEvent.keyboard("z");
  await expectToast("Niet ongedaan te maken", "De laatste actie kan niet ongedaan worden gemaakt.");
  expect(server.requestsOf(undoRoutes.perform)).toEqual([]);
  // The next press goes on with the action before it.
  await userEvent.keyboard("z");
  await expect.poll(() => server.requestsOf(undoRoutes.perform).map(({ params }) => params["token"])).toEqual([ID]);
});
