import { localText } from "../calendar.ts";
import type { MessageStatus } from "../company.ts";
import { addRecord, type DemoContext, idFor, isoText, workMoment } from "../demo-context.ts";
import { composeConversation, composeFollowUp, type Sentiment } from "../texts/conversation.ts";
import { fillTemplate } from "../texts/fill-template.ts";
import { composeIceBreaker } from "../texts/ice-breaker.ts";
import { composeMotivationRating } from "../texts/lead-texts.ts";
import type { MessagePlan, MessageType } from "./message-plan.ts";

/** Days after the first section on which each section is due. */
const DUE_AFTER_DAYS = [0, 3, 7, 14];

/** The minimum and maximum age in days of a message, by status. */
const AGES: Record<MessageStatus, [number, number]> = {
  pending: [0, 4],
  rewritten: [0, 3],
  edited: [0, 5],
  approved: [1, 6],
  sent: [2, 26],
  connected: [12, 40],
  interested: [9, 35],
  not_interested: [10, 45],
  neutral: [14, 50],
  error: [1, 9],
  cancelled: [4, 20],
};

/** The day of creation, relative to today; ages are spread evenly. */
function createdDay({ company, calendar }: DemoContext, { status, planIndex }: MessagePlan): number {
  const [min, max] = AGES[status];
  const age = Math.round(min + ((max - min) * planIndex) / Math.max(company.messages[status] - 1, 1));
  // Age 0 stays today even on a Sunday, so that the screens that show today are never empty.
  return age === 0 ? 0 : calendar.lastWorkday(-age);
}

/** When each section is due. Some approved messages are always overdue, and some are due today. */
function dueMoments(
  context: DemoContext,
  status: MessageStatus,
  planIndex: number,
  day: number,
  count: number,
): number[] {
  const { calendar, random } = context;
  const first = status === "approved" ? [-2, 0, 2][planIndex % 3] : day;
  const start = first === undefined || first >= 0 ? (first ?? 0) : calendar.workday(first);
  return DUE_AFTER_DAYS.slice(0, count).map((days, section) => {
    const isToday = start + days === 0 || (status === "sent" && planIndex % 5 === 1 && section === 1);
    if (isToday) return laterToday(context);
    return calendar.at(calendar.workday(start + days), random.between(9, 16) + random.pick([0, 0.25, 0.5, 0.75]));
  });
}

/** Within the working hours, unless they are almost over. */
function laterToday({ calendar, random }: DemoContext): number {
  const earliest = Math.min(Math.max(calendar.hour + 0.4, 8.75), 23.9);
  const latest = earliest < 17 ? 17.25 : Math.min(earliest + 2, 23.9);
  const hour = earliest + random.next() * (latest - earliest);
  return Math.max(calendar.at(0, Math.round(hour * 12) / 12), calendar.now);
}

export type Section = { name: string; text: string; dueAt: number };
export type MadeMessage = MessagePlan & { id: string; accountManager: string; sections: Section[]; createdAt: number };

const DUE_FIELDS: Record<string, string> = {
  "Ice Breaker": "Due Ice Breaker",
  "Bericht 1": "Due Message 1",
  "Bericht 2": "Due Message 2",
  "Follow up 1": "Due Follow Up 1",
  "Follow up 2": "Due Follow Up 2",
  "Follow up 3": "Due Follow Up 3",
};

const FEEDBACK = [
  "Mag een stuk korter, en sluit af met één vraag.",
  "Minder verkoperig graag. Noem liever iets persoonlijks.",
  "Klinkt te formeel voor deze lead, maak het wat losser.",
  "Verwijs naar het gesprek op de beurs van vorige maand.",
];

/** Adds the messages and returns them with their sections, for the queue. */
export function addMessages(context: DemoContext, plans: readonly MessagePlan[]): MadeMessage[] {
  return plans.map((plan) => {
    const message = makeMessage(context, plan);
    addMessage(context, message);
    return message;
  });
}

function makeMessage(context: DemoContext, plan: MessagePlan): MadeMessage {
  const { random, company } = context;
  const { lead, status, type, planIndex } = plan;
  const accountManager = lead.accountManager ?? random.pickWeighted(company.accountManagers);
  const values = { ...lead.values, afzender: accountManager.split(" ")[0] ?? accountManager };
  const compose = type === "icebreaker" ? composeIceBreaker : composeFollowUp;
  const texts = Object.entries(compose(random, company.proposition));
  const day = createdDay(context, plan);
  const due = dueMoments(context, status, planIndex, day, texts.length);
  const sections = texts.map(([name, text], index) => ({
    name,
    text: fillTemplate(text, values),
    dueAt: due[index] ?? 0,
  }));
  return { ...plan, id: idFor(context, "rec"), accountManager, sections, createdAt: workMoment(context, day) };
}

function addMessage(context: DemoContext, message: MadeMessage): void {
  const { random } = context;
  const { lead, status, type, sections, createdAt, planIndex } = message;
  const sentiment = sentimentOf(context, message);
  const due = sections.flatMap(({ name, dueAt }) => (DUE_FIELDS[name] ? [[DUE_FIELDS[name], isoText(dueAt)]] : []));
  addRecord(context.base, "Messages", {
    id: message.id,
    createdAt,
    modifiedAt: Math.min(createdAt + random.between(60, 7_200) * 1_000, context.calendar.now - 60_000),
    fields: {
      Lead: [lead.id],
      Type: type,
      Flow: message.accountManager,
      Sentiment: type === "icebreaker" && random.chance(0.25) ? null : sentiment,
      "Motivation Rating": random.chance(0.88) ? fillTemplate(composeMotivationRating(random), lead.values) : null,
      "Date Created": isoText(createdAt),
      Content: contentOf(context, message, sentiment),
      Status: status,
      Feedback: status === "rewritten" ? `${sections[0]?.name}: ${FEEDBACK[planIndex % FEEDBACK.length]}` : null,
      ...Object.fromEntries(due),
    },
  });
}

function sentimentOf({ random }: DemoContext, { status }: MadeMessage): Sentiment {
  if (status === "interested") return "positive";
  if (status === "not_interested") return "negative";
  return status === "neutral" ? "neutral" : random.pickWeighted({ positive: 5, neutral: 5, negative: 1 });
}

/** The sections with their headers. One message per base has no headers, as some real ones do. */
function contentOf(context: DemoContext, message: MadeMessage, sentiment: Sentiment): string {
  const { type, status, planIndex, sections } = message;
  if (status === "pending" && planIndex === 3) return sections[0]?.text ?? "";
  const parts = sections.map(({ name, text }) => `${name}:\n${text}`);
  return [...olderConversation(context, message, type, sentiment), ...parts].join("\n\n");
}

function olderConversation(
  context: DemoContext,
  message: MadeMessage,
  type: MessageType,
  sentiment: Sentiment,
): string[] {
  if (type === "icebreaker") return [];
  const { random, calendar } = context;
  const values = { ...message.lead.values, afzender: message.accountManager.split(" ")[0] ?? "" };
  const days = Math.round((message.createdAt - calendar.now) / 86_400_000) - random.between(14, 40);
  const lines = composeConversation(random, sentiment).map(({ sender, text }, turn) => {
    const moment = calendar.at(calendar.workday(days + turn * 3), random.between(8, 16) + random.next());
    return `${localText(moment)} - ${sender}: ${fillTemplate(text, values)}`;
  });
  return [`Older conversations:\n${lines.join("\n")}`];
}
