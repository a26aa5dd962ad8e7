export { isVisibleMeeting } from "./meeting-visibility.queries.ts";
