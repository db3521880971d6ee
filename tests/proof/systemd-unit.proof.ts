// The unit for systemd in ops/, as systemd itself reads it. Nothing is started.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isInstalled, reasonToSkip, temporary } from "./outside/programs.ts";

const root = join(import.meta.dirname, "../..");
const executable = "/opt/porchlight/node_modules/node/bin/node";

/** The unit with a Node.js that this machine has. */
function unitHere(): string {
  const unit = readFileSync(join(root, "ops/porchlight.service"), "utf8");
  expect(unit).toContain(`ExecStart=${executable} `);
  const path = join(temporary(), "porchlight.service");
  writeFileSync(path, unit.replace(executable, process.execPath));
  return path;
}

function analyze(...args: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync("systemd-analyze", ["--no-pager", ...args], {
    encoding: "utf8",
  });
  return { status, said: stdout + stderr };
}

describe.skipIf(!isInstalled("systemd-analyze"))(`the unit${reasonToSkip("systemd-analyze")}`, () => {
  test("has no mistake that systemd finds", () => {
    expect(analyze("verify", "--man=no", unitHere())).toEqual({ status: 0, said: "" });
  });

  test("runs commands as its own user, in its folder and with its settings", () => {
    const unit = readFileSync(join(root, "ops/porchlight.service"), "utf8");
    const command = readFileSync(join(root, "ops/porchlight"), "utf8");
    const [, start] = /^ExecStart=(.+)$/m.exec(unit) ?? [];
    const [, folder] = /^WorkingDirectory=(.+)$/m.exec(unit) ?? [];
    const [, environment = ""] = /^Environment=(.+)$/m.exec(unit) ?? [];
    const kept = ["DynamicUser", "StateDirectory", "StateDirectoryMode", "UMask", "EnvironmentFile"];
    const properties = kept.map((name) => `--property=${new RegExp(`^${name}=.+$`, "m").exec(unit)?.[0]}`);
    const settings = environment.split(" ").map((setting) => `--setenv=${setting}`);
    for (const option of [
      ...properties,
      ...settings,
      `--working-directory=${folder}`,
      `${start} porchlight "$@"`,
    ])
      expect(command).toContain(option);
    // systemd gives the unit's dynamic user the name of the unit.
    expect(command).toContain("--property=User=porchlight ");
    expect(spawnSync("sh", ["-n", join(root, "ops/porchlight")]).status).toBe(0);
  });

  test("exposes as little as the documentation says", () => {
    const document = readFileSync(join(root, "docs/operate/self-hosting.md"), "utf8");
    const [, documented] = /rates it (\d\.\d) of 10/.exec(document) ?? [];
    const { said } = analyze("security", "--offline=true", unitHere());
    const [, measured] = /Overall exposure level for porchlight.service: (\d\.\d)/.exec(said) ?? [];
    expect(documented).toBeDefined();
    expect(measured).toBe(documented);
  });
});
