// Writes docs/operate/settings.md from the configuration, which is the only reader of the environment.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { settings } from "#server/platform/config/config.ts";
import type { Setting } from "#server/platform/config/setting.ts";
import { projectFile } from "#server/platform/project-files.ts";

export const settingsPage = projectFile("docs/operate/settings.md");

const introduction = `# Settings

Every setting is a variable of the environment, and every one is optional. A value that cannot be right is refused with the variable's name. A name that
is nearly one of these gets a warning in the log. \`npm run docs:settings\` writes this page from \`server/platform/config\`.
`;

const row = ({ names, preset = "", purpose }: Setting): string =>
  `| ${names.map((name) => `\`${name}\``).join(", ")} | ${preset} | ${purpose} |`;

const section = (heading: string, rows: readonly Setting[]): string =>
  [
    `## ${heading}`,
    "",
    "| Variable | Default | What it is |",
    "| --- | --- | --- |",
    ...rows.map(row),
    "",
  ].join("\n");

export const renderSettings = (): string =>
  [introduction, ...settings.map(([heading, rows]) => section(heading, rows))].join("\n");

if (import.meta.main) {
  await mkdir(dirname(settingsPage), { recursive: true });
  await writeFile(settingsPage, renderSettings());
}
