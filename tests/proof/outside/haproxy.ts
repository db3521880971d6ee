// HAProxy with the configuration and the map in ops/.
import { mkdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { makeCertificate } from "#tests/support/certificate.ts";
import { freePort } from "#tests/support/free-port.ts";
import { configure, runProgram, temporary } from "./programs.ts";

const ops = join(import.meta.dirname, "../../../ops");
const template = readFileSync(join(ops, "haproxy-cells.cfg"), "utf8");
const map = readFileSync(join(ops, "cells.map"), "utf8");

/** Backends by name, each with the port of its server, in place of those in the file. */
const backendsOf = (ports: Readonly<Record<string, number>>): string =>
  Object.entries(ports)
    .map(([name, port]) => `backend ${name}\n    server ${name}1 127.0.0.1:${port}\n`)
    .join("\n");

/**
 * Makes what HAProxy needs. `run` starts it on this port until the test is done. The first of the names is the entrance's,
 * and each other one begins with the name of its backend.
 */
export function prepareHaproxy(port: number, names: readonly string[]) {
  const folder = temporary();
  const { certificate, key } = makeCertificate(folder, ["*.example.org"]);
  const certificates = join(folder, "certs");
  mkdirSync(certificates);
  configure(join(certificates, "all.pem"), readFileSync(certificate, "utf8") + readFileSync(key, "utf8"), {});
  const mapFile = join(folder, "cells.map");
  const socket = join(folder, "admin.sock");
  return {
    certificate,
    mapFile,
    async run(ports: Readonly<Record<string, number>>): Promise<void> {
      const lines = names.map((name) => `${name} ${name === names[0] ? "entrance" : name.split(".")[0]}`);
      configure(mapFile, `${map.replace(/^[^#].*$/gm, "")}${lines.join("\n")}\n`, {});
      const common = template.slice(0, template.indexOf("backend entrance"));
      const file = configure(join(folder, "haproxy.cfg"), common + backendsOf(ports), {
        "/etc/haproxy/certs/": certificates,
        "/etc/haproxy/cells.map": mapFile,
        "/run/haproxy/admin.sock user haproxy group haproxy": socket,
        "    log /dev/log local0\n    user haproxy\n    group haproxy\n": "",
        // A container may open fewer files than that takes.
        "maxconn 20000": "maxconn 2000",
        "bind :80": `bind 127.0.0.1:${await freePort()}`,
        "bind :443": `bind 127.0.0.1:${port}`,
      });
      await runProgram({ command: "haproxy", args: ["-db", "-f", file], options: { stdio: "ignore" } }, port);
    },
    /** Sends a command to the running program, and returns what it says. */
    command(words: string): Promise<string> {
      const connection = connect(socket);
      connection.end(`${words}\n`);
      return text(connection);
    },
  };
}
