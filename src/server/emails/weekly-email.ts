import type { ResultsOverview } from "#contract/statistics.ts";
import { type Email, renderEmail } from "./email-layout.ts";

const dayFormat = new Intl.DateTimeFormat("nl-NL", { day: "numeric", month: "long", timeZone: "UTC" });
const percentFormat = new Intl.NumberFormat("nl-NL", { style: "percent", maximumFractionDigits: 1 });

const day = (date: string): string => dayFormat.format(new Date(date));
const count = (value: number): string => value.toLocaleString("nl-NL");

/** Such as "12 van 40 (30%), de week ervoor 10 van 38 (26,3%)". */
const shareText = ({ part, whole, rate }: { part: number; whole: number; rate: number | null }): string =>
  rate === null ? "geen" : `${count(part)} van ${count(whole)} (${percentFormat.format(rate)})`;

/** The same figures as Management shows for these days. */
export const weeklyEmail = (results: ResultsOverview, { name, link }: { name: string; link: string }): Email => {
  const { current, previous } = results.total;
  const period = `${day(results.current.from)} t/m ${day(results.current.to)}`;
  const acceptedText = (week: typeof current) =>
    shareText({ part: week.accepted, whole: week.invited, rate: week.acceptanceRate });
  const repliedText = (week: typeof current) =>
    shareText({ part: week.replied, whole: week.sent, rate: week.replyRate });
  const { outcomes } = results;
  return renderEmail({
    subject: `Je week: ${period}`,
    name,
    paragraphs: [
      `Dit zijn de resultaten van ${period}.`,
      `Geaccepteerde uitnodigingen: ${acceptedText(current)}. De week ervoor: ${acceptedText(previous)}.`,
      `Beantwoorde berichten: ${repliedText(current)}. De week ervoor: ${repliedText(previous)}.`,
      `Meetings: ${count(outcomes.current.meetings)}, de week ervoor ${count(outcomes.previous.meetings)}. Nieuwe klanten: ${count(outcomes.current.clients)}, de week ervoor ${count(outcomes.previous.clients)}.`,
    ],
    action: { label: "Bekijk de resultaten", link },
    closing: [
      "Op uitnodigingen en berichten van deze week kan nog antwoord komen.",
      "Je krijgt deze e-mail elke maandag. Zet hem uit onderaan het scherm Management.",
    ],
  });
};
