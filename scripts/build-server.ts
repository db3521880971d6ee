// Builds the server into dist-server/: a small file that starts it, our own code, and the packages that every start needs.
import { dirname, relative } from "node:path";
import { build, type Plugin } from "vite";

const outDir = "dist-server";

/** A package that is loaded only when it is needed stays where it is. */
const lazyPackages: Plugin = {
  name: "lazy-packages",
  enforce: "pre",
  resolveId: (source, _importer, { kind }) =>
    kind === "dynamic-import" && /^[a-z@]/.test(source) ? { id: source, external: true } : null,
};

/** Files beside the sources, such as migrations, are read from there. */
const sourceFolders: Plugin = {
  name: "source-folders",
  transform: {
    filter: { id: /\/server\/.*\.ts$/, code: /import\.meta\.dirname/ },
    handler: (code, id) => {
      const folder = relative(outDir, dirname(id));
      return {
        code: code.replaceAll("import.meta.dirname", `(import.meta.dirname + "/${folder}")`),
        // The lines stay where they are.
        map: null,
      };
    },
  },
};

/** Reading the packages' maps would take a third of a start, and their code is as readable as their sources. */
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
  plugins: [lazyPackages, sourceFolders, noMapOfPackages],
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
