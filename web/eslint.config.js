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
    {
        // A page may change between two looks: a hand looks once, waits for a moment, and hides no fault.
        files: ["e2e/**/*.mjs"],
        rules: {
            "no-restricted-syntax": [
                "error",
                {
                    selector:
                        "CallExpression[callee.property.name='catch'] > ArrowFunctionExpression > BlockStatement[body.length=0]",
                    message: "This hides every fault: use comes() or tolerate() of drivers/hands.mjs.",
                },
            ],
        },
    },
    {
        files: ["e2e/drivers/*.mjs"],
        rules: {
            "no-restricted-properties": [
                "error",
                ...["isEnabled", "isDisabled", "isChecked", "isEditable"].map((property) => ({
                    property,
                    message: "It waits as long as a test may for what has just gone: use press().",
                })),
            ],
        },
    },
);
