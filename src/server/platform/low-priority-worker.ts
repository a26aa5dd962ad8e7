import { constants, setPriority } from "node:os";

// A tenth of the time that a request gets on a busy server. On other systems the priority is that of the whole process.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const [, , script = ""] = process.argv;
await import(script);
