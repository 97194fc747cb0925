import * as vscode from 'vscode';
import type { Problem } from '../../../runner/src/problems.ts';

/** What trials have shown, at the lines of the files that it is about; an edit of a file takes it away there. */
export class TrialProblems implements vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection('openrlhf-try');
  readonly #listener = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    // A change of the state alone, such as after saving, changes no line.
    if (contentChanges.length > 0) this.#collection.delete(document.uri);
  });

  /** Shows the problems of a trial in place of those of the one before. @param file the file that was tried */
  show(file: vscode.Uri, problems: readonly Problem[]): void {
    this.#collection.clear();
    const byFile = new Map<string, vscode.Diagnostic[]>();
    for (const problem of problems) {
      // What has no place of its own is about the file as a whole.
      const { file: path, line } = problem.place ?? { file: file.fsPath, line: 1 };
      byFile.set(path, [...(byFile.get(path) ?? []), diagnosticOf(problem, path, line)]);
    }
    for (const [path, diagnostics] of byFile) this.#collection.set(uriOf(path, file), diagnostics);
  }

  dispose(): void {
    this.#collection.dispose();
    this.#listener.dispose();
  }
}

/** The file under trial keeps the name by which it is open, whatever links lead to it. */
function uriOf(path: string, file: vscode.Uri): vscode.Uri {
  const open = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'file' && uri.fsPath === path);
  return path === file.fsPath ? file : (open?.uri ?? vscode.Uri.file(path));
}

function diagnosticOf({ message, severity, rule }: Problem, path: string, line: number): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(rangeOf(path, line - 1), message, severityOf(severity));
  diagnostic.source = vscode.l10n.t('OpenRLHF trial');
  if (rule !== null) diagnostic.code = rule;
  return diagnostic;
}

/** The words of a line, where the file is open. */
function rangeOf(path: string, line: number): vscode.Range {
  const document = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'file' && uri.fsPath === path);
  if (document === undefined || line >= document.lineCount) return new vscode.Range(line, 0, line, 0);
  const { firstNonWhitespaceCharacterIndex: start, range } = document.lineAt(line);
  return new vscode.Range(line, start, line, range.end.character);
}

function severityOf(severity: Problem['severity']): vscode.DiagnosticSeverity {
  switch (severity) {
    case 'error':
      return vscode.DiagnosticSeverity.Error;
    case 'warning':
      return vscode.DiagnosticSeverity.Warning;
    case 'info':
      return vscode.DiagnosticSeverity.Information;
  }
}
