import { requiredLine } from "./text.ts";

export const meetingName = requiredLine(500, "Vul een titel in.");
