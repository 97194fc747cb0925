export function activate(): void {
  // Replaced by the language client.
}
