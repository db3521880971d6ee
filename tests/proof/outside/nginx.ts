// nginx with the configuration in ops/.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "#tests/support/free-port.ts";
import { configure, runProgram, temporary } from "./programs.ts";

const template = readFileSync(join(import.meta.dirname, "../../../ops/nginx.conf"), "utf8");

interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

/** Without a certificate it speaks HTTP. */
const withCertificate = (files: Certificate | undefined): string =>
  files
    ? template
        .replace(/(ssl_certificate) .*;/, `$1 ${files.certificate};`)
        .replace(/(ssl_certificate_key) .*;/, `$1 ${files.key};`)
    : template.replace("443 ssl http2", "443").replace(/^.*ssl_certificate.*\n/gm, "");

/** Runs nginx on this port in front of these servers, until the test is done. */
export async function runNginx(
  port: number,
  serverPorts: readonly number[],
  files?: Certificate,
): Promise<void> {
  const folder = temporary();
  const oneServer = /server 127\.0\.0\.1:3000(.*);/;
  const upstreams = serverPorts.map((serverPort) => `server 127.0.0.1:${serverPort}$1;`).join("\n");
  const text = withCertificate(files).replace(oneServer, upstreams);
  const site = configure(join(folder, "site.conf"), text, {
    "listen 443": `listen 127.0.0.1:${port}`,
    "listen 80": `listen 127.0.0.1:${await freePort()}`,
    "porchlight.example;": "localhost;",
  });
  const main = `daemon off; pid ${folder}/pid; error_log stderr crit; worker_rlimit_nofile 8192; events { worker_connections 4096; }
    http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s; include ${site}; }`;
  const config = configure(join(folder, "nginx.conf"), main, {});
  const args = ["-c", config, "-p", folder];
  await runProgram({ command: "nginx", args, options: { stdio: "ignore" } }, port);
}
