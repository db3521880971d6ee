import { createHash } from "node:crypto";
import { relative } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { chunkGroups } from "./scripts/chunks.ts";
import { slimContract } from "./scripts/slim-contract.ts";
import { reactModules, slimIcons, slimPreloads } from "./scripts/slim-packages.ts";

/** Short, because home's own files hold the names of all its styles. */
function scopedName(name: string, file: string): string {
  const [path = ""] = relative(import.meta.dirname, file).split("?");
  return `_${name}_${createHash("sha256").update(path).digest("base64url").replace(/\W|_/g, "").slice(0, 3)}`;
}

export default defineConfig({
  plugins: [slimContract(), reactModules(), slimIcons(), slimPreloads(), react()],
  publicDir: "web/public",
  css: { modules: { generateScopedName: scopedName } },
  // React has had this hook since version 18. The shim is only for older versions.
  resolve: { alias: { "use-sync-external-store/shim/index.js": "react" } },
  build: {
    outDir: "dist",
    manifest: true,
    // The CSP allows no data: pictures.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Every page has these already, so the list of what a lazy page needs leaves them out.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === "html"
          ? needed
          : needed.filter((file) => !/\/(react|home|rolldown-runtime)-/.test(file)),
    },
    // One file, so that the cascade has one order whatever page is opened first.
    cssCodeSplit: false,
    rolldownOptions: {
      // The first start builds, and its reader can do nothing about slow plugins.
      checks: { pluginTimings: false },
      output: {
        // Home lists the files of all pages, and random characters in their names don't compress.
        chunkFileNames: "assets/[name]-[hash:7].js",
        codeSplitting: {
          groups: chunkGroups,
        },
      },
    },
  },
});
