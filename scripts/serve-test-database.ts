import { openGivenDatabase } from "./given-database.ts";
import { startThrowawayDatabase } from "./throwaway-database.ts";

function fail(error: Error): never {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

// A process of its own: it outlives whatever happens to the run of the tests, and then cleans up.
const given = process.env["TEST_DATABASE_URL"];
const database = await (given ? openGivenDatabase(given) : startThrowawayDatabase()).catch(fail);
const leave = () => void database.stop().then(() => process.exit(0), fail);
process.once("SIGTERM", leave);
process.once("disconnect", leave);
process.send?.({ ready: true, url: database.url });
