import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { queueRoutes } from "#contract/queue.ts";
import type { SenderChange, SenderFormValues } from "#contract/sender-forms.ts";
import { type Sender, sendersRoutes } from "#contract/senders.ts";
import { call } from "#lib/api/api.ts";
import { showError } from "#lib/api/show-error.ts";
import { showToast } from "#ui/feedback/toast.tsx";

/** Query keys start with the event topic that invalidates them. */
const SENDERS = "senders";
export const SIMULATED_DAYS = 14;

export const useSimulation = (id: string) =>
  useQuery({
    queryKey: [SENDERS, "simulation", id],
    queryFn: ({ signal }) =>
      call(sendersRoutes.simulation, { params: { id }, query: { days: SIMULATED_DAYS }, signal }),
  });

/** The first messages may each wait for something else, such as a pause of their lead. */
const FIRST_MESSAGES = 20;

/** The text of the wait for Airtable or for a paused sync, as the planner says at the first message that waits for it. */
export const useSyncWait = ({ name, aliases }: Sender): string | undefined => {
  const names = [name, ...aliases];
  const { data } = useQuery({
    queryKey: ["queue", "sync-wait", names],
    queryFn: async ({ signal }) => {
      const requests = names.map((flow) =>
        call(queueRoutes.queued, { query: { flow, limit: FIRST_MESSAGES }, signal }),
      );
      const answers = await Promise.allSettled(requests);
      const text = answers
        .flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))
        .find(({ waitsFor, isCancelPending }) => waitsFor?.code === "airtable" && !isCancelPending)?.waitsFor?.text;
      // The messages under a name that could not be loaded may wait all the same.
      if (text === undefined) await Promise.all(requests);
      return text ?? null;
    },
  });
  return data ?? undefined;
};

/** The rules that can be previewed before they are saved. */
export type PreviewedRules = Pick<SenderFormValues, "hours" | "caps" | "spacing">;

export const usePreview = (id: string) =>
  useMutation({
    mutationFn: async (rules: PreviewedRules) => ({
      rules,
      sends: await call(sendersRoutes.preview, { params: { id }, body: { ...rules, days: SIMULATED_DAYS } }),
    }),
  });

const useSenderMutation = <Input>(
  mutationFn: (input: Input) => Promise<Sender>,
  texts: { done: (sender: Sender) => { title: string; description: string }; failed: string },
) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (sender) => {
      showToast(texts.done(sender));
      void client.invalidateQueries({ queryKey: [SENDERS] });
    },
    onError: (error) => showError(error, texts.failed),
  });
};

export const useUpdateSender = (id: string) =>
  useSenderMutation((body: SenderChange) => call(sendersRoutes.update, { params: { id }, body }), {
    done: ({ name }) => ({ title: "Afzender bijgewerkt", description: `De instellingen van ${name} zijn opgeslagen.` }),
    failed: "Er ging iets mis bij het opslaan van de afzender.",
  });

export const useMergeSender = ({ id, name }: Sender) =>
  useSenderMutation((into: string) => call(sendersRoutes.merge, { params: { id }, body: { into } }), {
    done: (target) => ({ title: "Afzenders samengevoegd", description: `${name} is nu een naam van ${target.name}.` }),
    failed: "Er ging iets mis bij het samenvoegen.",
  });
