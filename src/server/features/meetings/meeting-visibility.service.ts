export { isVisibleMeeting } from "./private-meetings.queries.ts";
