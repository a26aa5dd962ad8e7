import { useMemo } from "react";
import type { Meeting } from "#contract/meetings.ts";
import { TaskForm } from "#lib/tasks/task-form.tsx";
import { TaskList } from "#lib/tasks/task-list.tsx";

const MAX_SUGGESTIONS = 8;

/** The items of the list in the HTML of a meeting's action items; without a list, its paragraphs. */
export const listActionItems = (html: string | null): string[] => {
  if (!html) return [];
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const items = body.querySelectorAll("li");
  const elements = items.length > 0 ? [...items] : [...body.querySelectorAll("p")];
  const texts = (elements.length > 0 ? elements : [body]).map(({ textContent }) =>
    (textContent ?? "").replace(/\s+/g, " ").trim(),
  );
  return [...new Set(texts)].filter(Boolean).slice(0, MAX_SUGGESTIONS);
};

/** The tasks of a meeting; its action items become tasks with a click. */
export function MeetingTasks({ meeting }: { meeting: Meeting }) {
  const suggestions = useMemo(() => listActionItems(meeting.actionItems), [meeting.actionItems]);
  const [lead] = meeting.leads;
  return (
    <div className="flex flex-col gap-3 rounded-sm border p-3">
      <TaskList filter={{ meetingId: meeting.id }} none="Nog geen taken. Kies een actiepunt of typ er zelf een." />
      <TaskForm meetingId={meeting.id} {...(lead ? { leadId: lead.id } : {})} suggestions={suggestions} />
    </div>
  );
}
