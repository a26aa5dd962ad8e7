import { ensureInstalled } from "./launch/install.mjs";
import { main } from "./launch/terminal.mjs";
import { ensureWebBuilt } from "./launch/web-build.mjs";

await main(async () => {
  await ensureInstalled();
  await ensureWebBuilt({ force: true });
});
