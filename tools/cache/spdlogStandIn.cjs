// Stands in for @vscode/spdlog, whose native part would have to be compiled. Log files are the bodies of output
// channels: without any spdlog the Output panel stays empty.
const fs = require('node:fs');
const path = require('node:path');

const levels = ['trace', 'debug', 'info', 'warning', 'error', 'critical', 'off'];

class Logger {
  constructor(_type, _name, file) {
    this.file = file;
    this.level = levels.indexOf('info');
    this.plain = false;
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.appendFileSync(file, '');
  }
  write(level, message) {
    if (level < this.level) return;
    const line = this.plain ? message : `${new Date().toISOString()} [${levels[level]}] ${message}\n`;
    try {
      fs.appendFileSync(this.file, line);
    } catch {
      // The folder is already gone while the server ends.
    }
  }
  trace(message) {
    this.write(0, message);
  }
  debug(message) {
    this.write(1, message);
  }
  info(message) {
    this.write(2, message);
  }
  warn(message) {
    this.write(3, message);
  }
  error(message) {
    this.write(4, message);
  }
  critical(message) {
    this.write(5, message);
  }
  getLevel() {
    return this.level;
  }
  setLevel(level) {
    this.level = level;
  }
  clearFormatters() {
    this.plain = true;
  }
  setPattern() {}
  flush() {}
  drop() {}
}

const create = async (name, file) => new Logger('', name, file);

// One assignment each: VS Code imports these by name.
exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
