import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { slimContract } from "./scripts/slim-contract.ts";

export default defineConfig({
  plugins: [slimContract(), react()],
  publicDir: "web/public",
  // React has had it for long; the shim is for versions that have not.
  resolve: { alias: { "use-sync-external-store/shim/index.js": "react" } },
  build: {
    outDir: "dist",
    manifest: true,
    // The CSP allows no data: pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One file, so that the cascade has one order whatever page is opened first.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
            // All that home needs in one file, with what it imports: it compresses better, and comes at once.
            {
              name: "home",
              test: /web[\\/](main|home[\\/]signed-in-home)\.tsx$/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
