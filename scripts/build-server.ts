// Builds the server into dist-server/: a small entry file, our own code, and the packages, apart from those that only
// some starts need.
import { dirname, relative } from "node:path";
import { build, type Plugin } from "vite";

const outDir = "dist-server";

// Fastify requires these only for routes with schemas of its own, which `server/app.ts` refuses.
const schemaCompilers = ["@fastify/ajv-compiler", "@fastify/fast-json-stringify-compiler"];

/** Keeps packages that are imported dynamically outside the bundle, so that they load only when needed. */
const lazyPackages: Plugin = {
  name: "lazy-packages",
  enforce: "pre",
  resolveId: (source, _importer, { kind }) =>
    (kind === "dynamic-import" && /^[a-z@]/.test(source)) || schemaCompilers.includes(source)
      ? { id: source, external: true }
      : null,
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
 * A module that imports node:http asks for all that it exports, which loads the whole of fetch. So ours import the same
 * without what Node.js itself loads only when it is used.
 */
const httpWithoutFetch: Plugin = {
  name: "http-without-fetch",
  enforce: "pre",
  resolveId: (source, importer) =>
    source === "node:http" && !importer?.includes("/node_modules/") ? "\0http" : null,
  load: (id) => {
    if (id !== "\0http") return null;
    const exported = Object.entries(Object.getOwnPropertyDescriptors(process.getBuiltinModule("node:http")));
    const loaded = exported.filter(([, { get }]) => !get).map(([name]) => name);
    return `export const { ${loaded} } = process.getBuiltinModule("node:http");`;
  },
};

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * Parsing the packages' source maps would take a third of the start time, and their bundled code is as readable as
 * their sources. Node.js keeps a file twice as large in memory if it has a single character beyond ASCII.
 */
const lightPackages: Plugin = {
  name: "light-packages",
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== "chunk" || !chunk.name.startsWith("packages")) continue;
      delete bundle[`${chunk.fileName}.map`];
      chunk.code = chunk.code
        .replace(/\/\/# sourceMappingURL=.*$/, "")
        .replaceAll(/[\u0080-\uffff]/g, escaped);
    }
  },
};

await build({
  configFile: false,
  logLevel: "warn",
  publicDir: false,
  plugins: [lazyPackages, httpWithoutFetch, noAddressesOfFiles, sourceFolders, lightPackages],
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
        comments: false,
        sourcemapExcludeSources: true,
        // Each file of packages is loaded only together with code that needs it.
        codeSplitting: { groups: [{ name: "packages", test: /\/node_modules\//, entriesAware: true }] },
      },
    },
  },
});
