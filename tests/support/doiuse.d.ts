// doiuse ships no types.
declare module "doiuse" {
  import type { PluginCreator } from "postcss";

  interface Options {
    readonly browsers: readonly string[];
    readonly onFeatureUsage: (usage: { readonly feature: string; readonly message: string }) => void;
  }

  const doiuse: PluginCreator<Options>;

  // biome-ignore lint/style/noDefaultExport: The package has one.
  export { doiuse as default };
}
