import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

export default ts.config(
    { ignores: ["src/generated/**", "test-results/**", "screenshots/**"] },
    js.configs.recommended,
    ...ts.configs.recommended,
    ...svelte.configs.recommended,
    { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
    { files: ["**/*.svelte", "**/*.svelte.ts"], languageOptions: { parserOptions: { parser: ts.parser } } },
    {
        rules: {
            "@typescript-eslint/no-unused-vars": [
                "error",
                { argsIgnorePattern: "^_", varsIgnorePattern: "^_" },
            ],
            // Drawings and rules pages are made by our own server, which escapes what people wrote.
            "svelte/no-at-html-tags": "off",
            // A Map that is built once inside a derived value needs no reactivity of its own.
            "svelte/prefer-svelte-reactivity": "off",
        },
    },
);
