export { isMeetingVisible, isVisibleMeeting } from "./meeting-visibility.queries.ts";
