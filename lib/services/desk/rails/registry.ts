// The rails that can be set up, for pages and verbs; each is a folder of lib/providers/rails.
export { variableOf } from "@/lib/providers/rails/kind";
export { kindOf, railKinds } from "@/lib/providers/rails/kinds";
