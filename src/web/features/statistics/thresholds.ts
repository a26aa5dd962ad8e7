import type { FigureTone } from "#ui/figure-card.tsx";

/** The network takes somebody who invites too many for a robot; too few bring nothing. */
export const todayTone = (sent: number): FigureTone => {
  if (sent < 10) return "warning";
  return sent <= 20 ? "success" : "danger";
};

/** A queue that runs dry leaves nobody to invite. */
export const queueTone = (waiting: number): FigureTone => {
  if (waiting <= 25) return "danger";
  return waiting <= 50 ? "warning" : "success";
};

/** What is on hold fills the queue. */
export const holdTone = (held: number): FigureTone => (held <= 50 ? "danger" : "warning");

const TEXTS: Record<FigureTone, string | undefined> = {
  neutral: undefined,
  info: undefined,
  success: "goed",
  warning: "let op",
  danger: "actie nodig",
};

export const toneText = (tone: FigureTone): string | undefined => TEXTS[tone];
