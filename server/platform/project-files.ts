// Finds files that are read at run time, such as migrations, from the sources as well as from the built server.
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";

const root = dirname(findPackageJSON(import.meta.url) ?? ".");

/** The full path of a file or folder of the project, such as `server/platform/db/migrations`. */
export const projectFile = (path: string): string => join(root, path);
