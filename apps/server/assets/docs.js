// Shows /api/openapi.json. Everything is text: nothing of the description becomes HTML.
// @ts-check

/** Fills a node with a text; what stands between backticks becomes code. @param {HTMLElement} node @param {string} text */
function write(node, text) {
  const parts = text.split("`");
  // A single backtick is a character like any other.
  if (parts.length % 2 === 0) parts.push(parts.splice(-2).join("`"));
  node.replaceChildren(...parts.map((part, at) => {
    if (at % 2 === 0) return part;
    const code = document.createElement("code");
    code.textContent = part;
    return code;
  }));
}

/** @param {string} tag @param {string} [text] @param {string} [className] */
function element(tag, text = "", className = "") {
  const node = document.createElement(tag);
  write(node, text);
  if (className) node.className = className;
  return node;
}

/** The name at the end of a reference. @param {string} reference */
const nameOf = (reference) => reference.split("/").at(-1) ?? reference;

/** A type in words. @param {any} schema @returns {string} */
function typeOf(schema) {
  if (!schema) return "";
  if (schema.$ref) return nameOf(schema.$ref);
  const parts = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  if (parts) return parts.map(typeOf).join(schema.allOf ? " and " : " or ");
  if (schema.enum) return schema.enum.map((/** @type {unknown} */ value) => JSON.stringify(value)).join(" or ");
  const types = [schema.type ?? "any"].flat();
  return types.map((type) => (type === "array" ? `list of ${typeOf(schema.items) || "anything"}` : type)).join(" or ");
}

/** @param {string[]} heads @param {string[][]} rows */
function table(heads, rows) {
  const node = document.createElement("table");
  const head = node.createTHead().insertRow();
  for (const text of heads) head.append(element("th", text));
  const body = node.createTBody();
  for (const cells of rows) {
    const row = body.insertRow();
    cells.forEach((text, index) => row.insertCell().append(element(index === 0 ? "code" : "span", text)));
  }
  return node;
}

/** The fields of an object. @param {any} schema @returns {HTMLElement[]} */
function fields(schema) {
  const parts = schema.oneOf ?? schema.anyOf;
  if (parts && !schema.properties) return parts.flatMap(fields);
  const own = (schema.allOf ?? []).flatMap(fields);
  if (!schema.properties) return own;
  const rows = Object.entries(schema.properties).map(([name, field]) => [
    name, typeOf(field), (schema.required ?? []).includes(name) ? "yes" : "", field.description ?? "",
  ]);
  return [...own, ...(schema.description ? [element("p", schema.description)] : []), table(["Field", "Type", "Needed", ""], rows)];
}

/** @param {string} path @param {string} method @param {any} operation */
function operationNode(path, method, operation) {
  const node = document.createElement("details");
  const summary = document.createElement("summary");
  summary.append(element("span", method.toUpperCase(), "method"), element("code", path), " ", element("span", operation.summary ?? "", "soft"));
  node.append(summary);
  if (operation.description) node.append(element("p", operation.description));
  if (operation.parameters?.length) {
    node.append(element("h3", "Parameters"));
    node.append(table(["Name", "In", "Type", ""], operation.parameters.map((/** @type {any} */ p) => [p.name, p.in, typeOf(p.schema), p.description ?? ""])));
  }
  for (const [type, content] of Object.entries(operation.requestBody?.content ?? {})) {
    node.append(element("h3", `Body (${type}): ${typeOf(content.schema)}`));
  }
  node.append(element("h3", "Answers"));
  const answers = Object.entries(operation.responses ?? {}).sort();
  node.append(table(["Status", "Type", ""], answers.map(([status, answer]) => {
    const types = Object.entries(answer.content ?? {}).map(([type, content]) => `${typeOf(content.schema)} (${type})`);
    return [status, types.join(", "), answer.description ?? ""];
  })));
  return node;
}

async function show() {
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  const about = /** @type {HTMLElement} */ (document.getElementById("about"));
  const response = await fetch("/api/openapi.json");
  const description = await response.json();
  write(about, description.info.description);
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(/** @type {any} */ (methods)).map(([method, operation]) => ({ path, method, operation })));
  main.replaceChildren();
  for (const tag of description.tags ?? []) {
    main.append(element("h2", tag.name), element("p", tag.description ?? "", "soft"));
    for (const { path, method, operation } of operations) {
      if (operation.tags?.includes(tag.name)) main.append(operationNode(path, method, operation));
    }
  }
  main.append(element("h2", "Types"));
  for (const [name, schema] of Object.entries(description.components?.schemas ?? {})) {
    const node = document.createElement("details");
    const summary = document.createElement("summary");
    summary.append(element("code", name), " ", element("span", schema.description ?? "", "soft"));
    node.append(summary, ...fields(schema));
    if (schema.enum) node.append(element("p", typeOf(schema)));
    if (schema.example) node.append(element("pre", JSON.stringify(schema.example, null, 2)));
    main.append(node);
  }
}

show().catch((error) => {
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  main.replaceChildren(element("p", `The description cannot be loaded: ${error}`));
});
