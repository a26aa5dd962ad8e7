import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { findFreePort } from "#e2e/product/product.ts";

const run = promisify(execFile);
const DEPLOY = join(import.meta.dirname, "../../deploy");
export const HOST = "app.example.nl";

interface ProxyRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The client's own address; every address of 127.0.0.0/8 is this machine. */
  localAddress?: string;
}

/** A proxy from Debian with our configuration, on free ports, with a certificate of its own. */
export interface RunningProxy {
  /** Opens a request; the answer may still be arriving. */
  open(request: ProxyRequest): Promise<IncomingMessage>;
  /** Everything the proxy has logged. */
  output(): string;
  plainUrl: string;
  stop(): Promise<void>;
}

export type ProxyName = "nginx" | "caddy";

interface ProxySettings {
  folder: string;
  webPorts: [number, number];
  httpPort: number;
  httpsPort: number;
}

/** Replaces text that must be there: the trial runs the published configuration and nothing else. */
const replaceAll = (text: string, replacements: Record<string, string>): string =>
  Object.entries(replacements).reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`the configuration does not contain ${from}`);
    return result.replaceAll(from, to);
  }, text);

const prepareNginx = async ({ folder, webPorts, httpPort, httpsPort }: ProxySettings): Promise<string[]> => {
  const site = replaceAll(await readFile(join(DEPLOY, "nginx.conf"), "utf8"), {
    "127.0.0.1:3001": `127.0.0.1:${webPorts[0]}`,
    "127.0.0.1:3002": `127.0.0.1:${webPorts[1]}`,
    "listen 80;": `listen ${httpPort};`,
    "listen [::]:80;": "",
    "listen 443 ssl": `listen ${httpsPort} ssl`,
    "listen [::]:443 ssl http2;": "",
    [`/etc/letsencrypt/live/${HOST}/fullchain.pem`]: join(folder, "cert.pem"),
    [`/etc/letsencrypt/live/${HOST}/privkey.pem`]: join(folder, "key.pem"),
  });
  await writeFile(join(folder, "site.conf"), site);
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  await writeFile(
    join(folder, "nginx.conf"),
    `daemon off; user ${userInfo().username}; pid ${folder}/nginx.pid; error_log stderr; events {}
    http { access_log off; ${paths.join(" ")} include ${folder}/site.conf; }`,
  );
  return ["-c", join(folder, "nginx.conf"), "-p", folder];
};

const prepareCaddy = async ({ folder, webPorts, httpPort, httpsPort }: ProxySettings): Promise<string[]> => {
  const site = replaceAll(await readFile(join(DEPLOY, "Caddyfile"), "utf8"), {
    "127.0.0.1:3001": `127.0.0.1:${webPorts[0]}`,
    "127.0.0.1:3002": `127.0.0.1:${webPorts[1]}`,
    [`${HOST} {`]: `${HOST} {\n\ttls ${folder}/cert.pem ${folder}/key.pem`,
  });
  const ports = `{\n\tadmin off\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n\tdefault_bind 127.0.0.1\n}\n`;
  await writeFile(join(folder, "Caddyfile"), ports + site);
  return ["run", "--config", join(folder, "Caddyfile"), "--adapter", "caddyfile"];
};

const PREPARE = { nginx: prepareNginx, caddy: prepareCaddy };

const makeCertificate = (folder: string) =>
  run(
    "openssl",
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=${HOST}
      -addext subjectAltName=DNS:${HOST} -keyout ${folder}/key.pem -out ${folder}/cert.pem`.split(/\s+/),
  );

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
    socket.on("connect", () => socket.end());
  });

export const startProxy = async (name: ProxyName, webPorts: [number, number]): Promise<RunningProxy> => {
  const folder = await mkdtemp(join(tmpdir(), `usa-${name}-`));
  const settings = { folder, webPorts, httpPort: await findFreePort(), httpsPort: await findFreePort() };
  await makeCertificate(folder);
  const child = spawn(name, await PREPARE[name](settings), {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"], HOME: folder },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  const ended = once(child, "exit");
  while (!(await isListening(settings.httpsPort))) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}\n${output}`);
    await sleep(50);
  }
  const ca = await readFile(join(folder, "cert.pem"));
  return {
    open: ({ method = "GET", path, headers, body, localAddress }) =>
      new Promise((resolve, reject) => {
        const sent = request(
          {
            host: "127.0.0.1",
            port: settings.httpsPort,
            servername: HOST,
            ca,
            method,
            path,
            agent: false,
            ...(localAddress ? { localAddress } : {}),
            headers: { host: HOST, ...(body ? { "content-length": Buffer.byteLength(body) } : {}), ...headers },
          },
          resolve,
        );
        sent.on("error", reject).end(body);
      }),
    output: () => output,
    plainUrl: `http://127.0.0.1:${settings.httpPort}`,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
