// Builds the server into dist-server/: a small entry file, our own code, and the packages that every start
// needs.
import { dirname, relative } from "node:path";
import { build, type Plugin } from "vite";

const outDir = "dist-server";

/** Keeps packages that are imported dynamically outside the bundle, so that they load only when needed. */
const lazyPackages: Plugin = {
  name: "lazy-packages",
  enforce: "pre",
  resolveId: (source, _importer, { kind }) =>
    kind === "dynamic-import" && /^[a-z@]/.test(source) ? { id: source, external: true } : null,
};

/** Code that reads files next to its source, such as migrations, keeps reading them from the source folder. */
const sourceFolders: Plugin = {
  name: "source-folders",
  transform: {
    filter: { id: /\/server\/.*\.ts$/, code: /import\.meta\.dirname/ },
    handler: (code, id) => {
      const folder = relative(outDir, dirname(id));
      return {
        code: code.replaceAll("import.meta.dirname", `(import.meta.dirname + "/${folder}")`),
        // The replacement adds no lines, so the existing source map stays correct.
        map: null,
      };
    },
  },
};

/** Refuses `new URL(..., import.meta.url)`: the built server is in another folder, where the file would be missing. */
const noAddressesOfFiles: Plugin = {
  name: "no-addresses-of-files",
  transform: {
    filter: { id: /\/server\/.*\.ts$/, code: /new URL\([^)]*import\.meta\.url/ },
    handler: (_code, id) => {
      throw new Error(`${id} looks for a file by import.meta.url. Please use import.meta.dirname instead.`);
    },
  },
};

/**
 * Parsing the packages' source maps would take a third of the start time, and their bundled code is as
 * readable as their sources.
 */
const noMapOfPackages: Plugin = {
  name: "no-map-of-packages",
  generateBundle(_options, bundle) {
    const chunk = bundle["packages.js"];
    if (chunk?.type !== "chunk") return;
    chunk.code = chunk.code.replace(/\/\/# sourceMappingURL=.*$/, "");
    delete bundle["packages.js.map"];
  },
};

await build({
  configFile: false,
  logLevel: "warn",
  publicDir: false,
  plugins: [lazyPackages, noAddressesOfFiles, sourceFolders, noMapOfPackages],
  ssr: { noExternal: true },
  build: {
    ssr: "server/main.ts",
    outDir,
    target: "node26",
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        chunkFileNames: "[name].js",
        codeSplitting: { groups: [{ name: "packages", test: /\/node_modules\// }] },
      },
    },
  },
});
