import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { Task } from "#contract/tasks.ts";
import { Button } from "#ui/button/button.tsx";
import { cn } from "#ui/cn.ts";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { Checkbox } from "#ui/field/checkbox.tsx";
import { formatWeekday, useToday } from "../dates/dates.ts";
import { LeadLink } from "../leads/lead-link.tsx";
import { keepFocus } from "../lists/keep-focus.ts";
import { QueryStates } from "../lists/query-states.tsx";
import { type TaskFilter, useChangeTask, useRemoveTask, useTasks } from "./tasks.api.ts";

type TaskListProps = {
  filter: TaskFilter;
  /** Shown in place of the list when it is empty. */
  none: string;
  skeleton?: ReactNode;
};

/** Tasks with a checkbox for done; late ones are red. */
export function TaskList({ filter, none, skeleton = <LinesSkeleton /> }: TaskListProps) {
  const tasks = useTasks(filter);
  return (
    <div ref={keepFocus} tabIndex={-1}>
      <QueryStates query={tasks} errorTitle="De taken konden niet worden geladen" skeleton={skeleton}>
        {(found) =>
          found.length === 0 ? (
            <p className="text-[0.8125rem] text-muted-foreground">{none}</p>
          ) : (
            <ul aria-label="Taken" className="flex flex-col gap-1.5">
              {found.map((task) => (
                <TaskItem key={task.id} task={task} />
              ))}
            </ul>
          )
        }
      </QueryStates>
    </div>
  );
}

function TaskItem({ task }: { task: Task }) {
  const change = useChangeTask();
  const remove = useRemoveTask();
  const confirm = useConfirm();
  const askAndRemove = async () => {
    const confirmed = await confirm({
      title: "Taak verwijderen?",
      text: `“${task.text}” is daarna voor iedereen weg. Dit kan niet ongedaan worden gemaakt.`,
      confirmLabel: "Verwijderen",
      tone: "destructive",
    });
    if (confirmed) remove.mutate(task.id);
  };
  const today = useToday();
  const isLate = !task.isDone && task.dueOn !== null && task.dueOn < today;
  return (
    <li className="flex items-start gap-2 text-[0.8125rem]">
      <Checkbox
        aria-label={`${task.text} is klaar`}
        checked={task.isDone}
        onCheckedChange={(checked) => change.mutate({ id: task.id, isDone: checked === true })}
        className="mt-0.5"
      />
      <div className="min-w-0 flex-1">
        <p className={cn("break-words", task.isDone && "text-muted-foreground line-through")}>{task.text}</p>
        <p className="flex flex-wrap gap-x-2 text-muted-foreground text-xs">
          {task.dueOn && (
            <time dateTime={task.dueOn} className={cn(isLate && "font-medium text-danger")}>
              {formatWeekday(task.dueOn)}
            </time>
          )}
          <span>{task.ownerName ?? "Nog van niemand"}</span>
          {task.meetingName && <span className="truncate">{task.meetingName}</span>}
          {task.leadId && <LeadLink id={task.leadId}>{task.leadName || "Naam onbekend"}</LeadLink>}
        </p>
      </div>
      <Button
        variant="ghost"
        size="icon"
        className="size-6 text-muted-foreground"
        aria-label={`Taak ${task.text} verwijderen`}
        title="Taak verwijderen"
        onClick={() => void askAndRemove()}
      >
        <Trash2 className="size-3.5" />
      </Button>
    </li>
  );
}
