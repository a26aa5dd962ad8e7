import { startThrowawayDatabase } from "./throwaway-database.ts";

// A process of its own: it outlives whatever happens to the run of the tests, and then cleans up.
const database = await startThrowawayDatabase();
const leave = () => {
  database.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
};
process.once("SIGTERM", leave);
process.once("disconnect", leave);
process.send?.({ ready: true, url: database.url });
