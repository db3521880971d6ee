// Compiled code is kept for the next start. So nothing is imported before that is set up.
import { enableCompileCache, setSourceMapsSupport } from "node:module";
import { join } from "node:path";

enableCompileCache(join(import.meta.dirname, "..", "node_modules", ".cache", "compiled"));
// Stack traces of the built server name the sources.
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });

function refuse(error: Error): never {
  const cause = error.cause instanceof Error ? `\n${error.cause.message}` : "";
  process.stderr.write(`\nPorchlight could not start.\n${error.message}${cause}\n\n`);
  process.exit(1);
}

const { serve } = await import("./lifetime.ts");
serve(process.env, process.argv.slice(2)).catch(refuse);
