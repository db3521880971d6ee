// The popup in which a calendar was connected is not needed any more.
window.close();
