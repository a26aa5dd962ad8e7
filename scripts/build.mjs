import { main } from "./launch/terminal.mjs";
import { ensureWebBuilt } from "./launch/web-build.mjs";

await main(() => ensureWebBuilt({ force: true }));
