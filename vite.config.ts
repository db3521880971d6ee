import { serwist } from "@serwist/vite";
import react from "@vitejs/plugin-react";
import browserslistToEsbuild from "browserslist-to-esbuild";
import { defineConfig } from "vite";

/** Builds the service worker, with the list of the files that it keeps on the device. */
const serviceWorker = serwist({
  swSrc: "web/app/service-worker.ts",
  swDest: "service-worker.js",
  swUrl: "/service-worker.js",
  rollupFormat: "iife",
  globDirectory: "dist",
  globPatterns: ["index.html", "old-browser.js", "display.js", "assets/*.{js,css,woff2,svg}"],
  modifyURLPrefix: { "": "/" },
  // Their names change with their contents, so the worker takes what the browser has already fetched for the page.
  dontCacheBustURLsMatching: /^\/assets\//,
});

/** The web app. With `--ssr`, the entry that prerenders the landing page. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), !isSsrBuild && serviceWorker],
  publicDir: isSsrBuild ? false : "web/public",
  build: {
    outDir: "dist",
    // The oldest browsers that we support are in package.json.
    target: browserslistToEsbuild(),
    manifest: true,
    // The CSP allows no data: pictures.
    assetsInlineLimit: 0,
    // One file, so that the cascade has one order whatever page is opened first.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Otherwise home comes in forty small files, and every icon in one of its own. The entry is in home's file because
          // its styles come first: they name the order of the layers.
          groups: [
            { name: "react", test: /\/node_modules\/(react|react-dom|scheduler)\//, priority: 1 },
            { name: "home", test: /\/web\/(app\/main\.tsx$|features\/home\/)|\/lucide-react\// },
          ],
        },
      },
    },
  },
}));
