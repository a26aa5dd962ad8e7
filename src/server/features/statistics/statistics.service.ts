export { countPersonInvitations, countQueue } from "./counts.queries.ts";
