import baselineJs from "eslint-plugin-baseline-js";
import css from "@eslint/css";
export default [
  { files: ["dist/**/*.js"], plugins: { "baseline-js": baselineJs }, rules: { "baseline-js/use-baseline": ["error", { available: 2022, includeWebApis: { preset: "heuristic" }, includeJsBuiltins: { preset: "heuristic" } }] } },
  { files: ["**/*.css"], plugins: { css }, language: "css/css", rules: { "css/use-baseline": ["error", { available: 2022 }] } },
];
