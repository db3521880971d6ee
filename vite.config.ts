import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  publicDir: "web/public",
  build: {
    outDir: "dist",
    manifest: true,
    // The CSP allows no data: pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            // One file rather than forty; the forms and the toaster come when they are needed.
            { name: "kit", test: /lucide-react|web[\\/]ui[\\/](?!form|dialog|toast[\\/]toaster|showroom)/ },
          ],
        },
      },
    },
  },
});
