import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type NewTask, type Task, type TaskChange, tasksRoutes } from "#contract/tasks.ts";
import { call } from "../api/api.ts";
import { refreshQueries } from "../api/company-events.ts";
import { showRefusal } from "../api/show-error.ts";
import { useUndoableMutation } from "../api/undo.tsx";

export type TaskFilter = { meetingId: string } | { leadId: string } | { mine: true };

/** The key begins with the topic of the change events about tasks. */
export const useTasks = (filter: TaskFilter) =>
  useQuery({
    queryKey: ["meetings", "tasks", filter],
    queryFn: ({ signal }) => call(tasksRoutes.list, { query: "mine" in filter ? { mine: "true" } : filter, signal }),
  });

const useTaskMutation = <Input>(mutationFn: (input: Input) => Promise<unknown>) => {
  const client = useQueryClient();
  return useUndoableMutation({
    mutationFn,
    onError: (error) => showRefusal(error, "Kon de taak niet opslaan. Probeer het opnieuw."),
    onSettled: () => refreshQueries(client, [["meetings", "tasks"], ["overview"]]),
  });
};

export const useCreateTask = () => useTaskMutation((body: NewTask) => call(tasksRoutes.create, { body }));

export const useChangeTask = () =>
  useTaskMutation(({ id, ...body }: TaskChange & Pick<Task, "id">) =>
    call(tasksRoutes.change, { params: { id }, body }),
  );

export const useRemoveTask = () => useTaskMutation((id: string) => call(tasksRoutes.remove, { params: { id } }));
