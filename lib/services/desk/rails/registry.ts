// What pages and verbs know of rails that can be set up; each is a folder of lib/providers/rails.
export { variableOf } from "@/lib/providers/rails/kind";
export { kindOf, railKinds } from "@/lib/providers/rails/kinds";
