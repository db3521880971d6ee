// The built app runs in the oldest browsers that we support: `browserslist` in package.json. What they lack has a fallback,
// and is named here with it. TypeScript holds the built-ins of JavaScript, by the `lib` of tsconfig.web.json.
import { globSync, readFileSync } from "node:fs";
import doiuse from "doiuse";
import { ESLint } from "eslint";
import baseline from "eslint-plugin-baseline-js";
import postcss from "postcss";
import { expect, it } from "vitest";
import { features } from "web-features";
import { projectFile } from "#server/platform/project-files.ts";

const { browserslist }: { browserslist: string[] } = JSON.parse(
  readFileSync(projectFile("package.json"), "utf8"),
);
const dist = projectFile("dist");

/** The names that `web-features` has for the browsers of `browserslist`. */
const browsers = {
  ios_saf: "safari_ios",
  safari: "safari",
  firefox: "firefox",
  chrome: "chrome",
  edge: "edge",
} as const;

const oldest = Object.entries(browsers).map(([name, browser]) => {
  const entry = browserslist.find((each) => each.startsWith(`${name} `));
  return { browser, version: Number(entry?.split(" ")[1]) };
});

const isSupported = (id: string): boolean => {
  const feature = features[id];
  if (feature?.kind !== "feature") return false;
  const { support } = feature.status;
  return oldest.every(({ browser, version }) => Number.parseFloat(support[browser] ?? "Infinity") <= version);
};

const scriptFallbacks = {
  "abortsignal-timeout": "older Chrome has it, but gives another reason, which call.ts corrects",
  createimagebitmap: "older Safari lacks only options that we don't use",
  share: "the link is copied instead",
  notifications: "asked for by `in` first",
  "storage-manager": "asked for by `in` first",
  "network-information": "React asks for it first",
  "screen-wake-lock": "asked for by `in` first, and Me says it where it is missing",
  "trusted-types": "asked for by `?.` first",
  "functions-caller-arguments": "a property of ours with the same name",
};

it("scripts use only what the oldest browsers have", async () => {
  const lint = new ESLint({
    cwd: dist,
    overrideConfigFile: true,
    allowInlineConfig: false,
    overrideConfig: [
      {
        plugins: { "baseline-js": { rules: baseline.rules } },
        rules: {
          "baseline-js/use-baseline": [
            "error",
            {
              available: 2014,
              includeWebApis: { preset: "heuristic" },
              includeJsBuiltins: { preset: "heuristic" },
              ignoreFeatures: Object.keys(features).filter((id) => isSupported(id) || id in scriptFallbacks),
            },
          ],
        },
      },
    ],
  });
  const results = await lint.lintFiles(["**/*.js"]);
  expect(results.length).toBeGreaterThan(20);
  expect(
    results.flatMap(({ filePath, messages }) => messages.map(({ message }) => `${filePath}: ${message}`)),
  ).toEqual([]);
}, 120_000);

const styleFallbacks = {
  "text-size-adjust": "browsers without it don't enlarge text by themselves",
  "text-decoration": "only its thickness",
  multicolumn: "only how columns break",
  "css-display-contents": "only on a div without a role, which all of them read rightly",
  "css-clip-path": "with its prefix or a simpler shape",
  "css-masks": "with its prefix",
  "css-scrollbar": "a scrollbar of the usual width",
  "css-resize": "a text field that cannot be resized",
  "css-media-scripting": "the rules for browsers without scripts",
  "intrinsic-width": "only values that we don't use",
  "css-touch-action": "Safari on a Mac has no touch screen",
  "css-paged-media": "the paper's usual size and margins",
  "css3-cursors-newer": "the usual pointer",
};

it("styles use only what the oldest browsers have", async () => {
  const used = new Set<string>();
  for (const file of globSync("assets/*.css", { cwd: dist })) {
    const plugin = doiuse({ browsers: browserslist, onFeatureUsage: ({ feature }) => used.add(feature) });
    await postcss([plugin]).process(readFileSync(`${dist}/${file}`, "utf8"), { from: file });
  }
  expect([...used].filter((feature) => !(feature in styleFallbacks))).toEqual([]);
});
