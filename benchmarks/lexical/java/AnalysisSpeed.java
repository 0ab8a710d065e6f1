import com.sun.management.OperatingSystemMXBean;
import io.anserini.analysis.DefaultEnglishAnalyzer;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/** Analyzes a file twice, a text a line, and times the second time. */
public class AnalysisSpeed {
  public static void main(String[] args) throws Exception {
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    var analyzer = DefaultEnglishAnalyzer.newDefaultInstance();
    List<String> texts = Files.readAllLines(Path.of(args[0]));
    count(analyzer, texts);
    long began = System.nanoTime();
    long used = system.getProcessCpuTime();
    long tokens = count(analyzer, texts);
    System.out.printf(
        "{\"wall_s\": %f, \"cpu_s\": %f, \"n_tokens\": %d}%n",
        (System.nanoTime() - began) / 1e9, (system.getProcessCpuTime() - used) / 1e9, tokens);
  }

  static long count(Analyzer analyzer, List<String> texts) throws Exception {
    long count = 0;
    for (String text : texts) {
      try (var stream = analyzer.tokenStream("contents", text)) {
        stream.addAttribute(CharTermAttribute.class);
        stream.reset();
        while (stream.incrementToken()) {
          count++;
        }
        stream.end();
      }
    }
    return count;
  }
}
