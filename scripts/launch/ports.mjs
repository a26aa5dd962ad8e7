import { once } from "node:events";
import { createServer } from "node:net";
import { promisify } from "node:util";
import { UserError } from "./terminal.mjs";

export const LAST_PORT = 65_535;

/** Another port, this many above it, or below it where none is above. */
export const portBeside = (port, distance = 1) => (port + distance > LAST_PORT ? port - distance : port + distance);

/**
 * Opens the ports before anything is installed or built, so that a port in use is reported at once. They stay open until the
 * product starts, so that no other program takes them during the minutes of an installation, and two settings cannot name the
 * same port.
 */
export function reservePorts() {
  const servers = [];
  return {
    claim: async (port, { name, host = "127.0.0.1" }) => {
      const server = createServer((socket) => socket.destroy());
      servers.push(server);
      try {
        server.listen({ port, host, exclusive: true });
        await once(server, "listening");
        return server.address().port;
      } catch (error) {
        throw new UserError(explainPortError(error, host, port, name));
      }
    },
    release: async () => {
      await Promise.all(
        servers.filter(({ listening }) => listening).map((server) => promisify(server.close).call(server)),
      );
    },
  };
}

function explainPortError(error, host, port, name) {
  switch (error.code) {
    case "EADDRINUSE":
      return `Poort ${port} is al in gebruik. Kies een andere met ${name}, bijvoorbeeld: ${name}=${portBeside(port, 10)} npm start`;
    case "EACCES":
      return `Poort ${port} mag niet zonder beheerdersrechten. Kies een andere met ${name}.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `HOST ${host} is geen adres van deze computer.`;
    default:
      return `Poort ${port} kan niet worden gebruikt: ${error.message}`;
  }
}
