export { isMeetingVisible, seesAllMeetings } from "./meeting-visibility.queries.ts";
