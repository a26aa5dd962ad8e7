import { createHash } from "node:crypto";
import { once } from "node:events";
import { realpathSync } from "node:fs";
import { createServer } from "node:net";
import { UserError } from "./terminal.mjs";

/** As long as the kernel allows: Node 20 fills a shorter name up with zeros and Node 24 does not, so that theirs would differ. */
const NAME_BYTES = 108;

/**
 * Refuses a data folder that another launcher uses: its sandbox writes the same files, and each would overwrite what the other has
 * stored. An abstract socket of Linux is the lock, because it ends with its process, however that ends. Elsewhere nothing is checked.
 */
export async function lockDataFolder(folder) {
  if (process.platform !== "linux") return;
  const hash = createHash("sha256").update(realpathSync(folder)).digest("hex");
  const name = `\0ultimate-sales-agent-${hash}`.padEnd(NAME_BYTES, "-");
  const lock = createServer((socket) => socket.destroy());
  lock.unref();
  try {
    await once(lock.listen(name), "listening");
  } catch (error) {
    if (error.code !== "EADDRINUSE") return;
    throw new UserError(
      `Ultimate Sales Agent draait al met de map ${folder}. Stop het daar eerst met Ctrl+C, of start een tweede met een eigen map en poort, bijvoorbeeld: DATA_DIR=data2 PORT=3010 npm start`,
    );
  }
}
